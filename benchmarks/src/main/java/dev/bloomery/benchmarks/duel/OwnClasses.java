package dev.bloomery.benchmarks.duel;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** Loads all classes of a class path anew, but for {@link Duellist}: two of these have nothing in common that is compiled. */
final class OwnClasses extends URLClassLoader {
    private OwnClasses(URL[] path) {
        super(path, ClassLoader.getPlatformClassLoader());
    }

    /**
     * The contestant with this name.
     *
     * @param classPath files, as in an option of the command {@code java}
     * @throws IllegalArgumentException if there is none, or its filter is not one of longs
     */
    static Duellist duellist(String classPath, String contestant, double fpp) {
        OwnClasses classes = new OwnClasses(urls(classPath)); // open as long as the process is
        try {
            return (Duellist) classes.loadClass(LongDuellist.class.getName())
                    .getConstructor(String.class, double.class)
                    .newInstance(contestant, fpp);
        } catch (InvocationTargetException refused) {
            throw new IllegalArgumentException(refused.getCause().getMessage(), refused);
        } catch (ReflectiveOperationException missing) {
            throw new IllegalArgumentException(
                    classPath + " is not there, or is no benchmarks.jar of a version that has duels", missing);
        }
    }

    private static URL[] urls(String classPath) {
        String[] files = classPath.split(File.pathSeparator);
        URL[] urls = new URL[files.length];
        for (int i = 0; i < files.length; i++) {
            try {
                urls[i] = Path.of(files[i]).toUri().toURL();
            } catch (MalformedURLException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        return urls;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return name.equals(Duellist.class.getName()) ? Duellist.class : super.loadClass(name, resolve);
    }
}
