package app;

import dev.bloomery.Filters;
import dev.bloomery.MembershipFilter;
import dev.bloomery.key.KeyEncoder;
import dev.bloomery.testkit.MembershipFilterContract;
import java.lang.reflect.Method;
import java.util.List;

/** Runs one test of a contract as JUnit does: by reflection, though the method is not public. */
final class Main extends MembershipFilterContract<String> {

    public static void main(String[] args) throws ReflectiveOperationException {
        Method test = MembershipFilterContract.class.getDeclaredMethod("mightContain_member_isTrue");
        test.setAccessible(true);
        test.invoke(new Main());
        System.out.print("ok");
    }

    @Override
    protected MembershipFilter<String> filterOf(List<String> members) {
        return Filters.fuse(KeyEncoder.utf8()).targetFpp(0.01).build(members);
    }

    @Override
    protected String key(long index) {
        return "key " + index;
    }

    @Override
    protected String[] array(List<String> keys) {
        return keys.toArray(String[]::new);
    }
}
