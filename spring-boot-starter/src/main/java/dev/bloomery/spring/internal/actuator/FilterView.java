package dev.bloomery.spring.internal.actuator;

import dev.bloomery.AddableFilter;
import dev.bloomery.MembershipFilter;
import dev.bloomery.durable.JournaledFilter;
import dev.bloomery.family.FamilyInfo;
import dev.bloomery.family.FilterFamily;
import dev.bloomery.info.FilterFigures;
import dev.bloomery.info.FilterInfo;
import dev.bloomery.info.QuickInfo;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a filter or a family shows. */
final class FilterView {
    private FilterView() {}

    static Map<String, Object> of(MembershipFilter<?> filter) {
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("type", filter.getClass().getSimpleName());
        if (filter instanceof AddableFilter<?> addable) {
            put(addable.quickInfo(), view);
        } else {
            put(filter.info(), view);
        }
        if (filter instanceof JournaledFilter<?> durable) {
            view.put("durable", durable.state().name());
            durable.lastCheckpointFailure()
                    .ifPresent(problem ->
                            view.put("checkpointFailure", problem.getClass().getName()));
        }
        return view;
    }

    private static void put(FilterFigures info, Map<String, Object> view) {
        if (info instanceof FilterInfo own) {
            put(QuickInfo.of(own), view);
            return;
        }
        view.put("kind", info.kindName());
        view.put("insertions", info.insertions());
        view.put("capacity", info.capacity());
        view.put("fillRatio", info.fillRatio());
        view.put("memoryBytes", info.memoryBytes());
    }

    private static void put(QuickInfo info, Map<String, Object> view) {
        view.put("spec", info.spec().toString());
        view.put("insertions", info.insertions());
        view.put("capacity", info.capacity());
        view.put("fillRatio", info.fillRatio());
        view.put("memoryBytes", info.memoryBytes());
    }

    static Map<String, Object> of(FilterFamily<?, ?> family) {
        FamilyInfo info = family.info();
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("type", "FilterFamily");
        view.put("info", info.toString());
        view.put("unknownShare", info.unknownShare());
        return view;
    }
}
