package dev.bloomery.support;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** A piece of Java out of a page of the documents, which a test compiles and runs, so that it stays true. */
public final class CodeOfPage {
    private static final Pattern BLOCK = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);
    private static final String NAME = "Excerpt";

    private final String code;

    private CodeOfPage(String code) {
        this.code = code;
    }

    /** The first piece of Java with this text in it. */
    public static CodeOfPage with(Path page, String text) throws IOException {
        Matcher blocks = BLOCK.matcher(Files.readString(page));
        while (blocks.find()) {
            if (blocks.group(1).contains(text)) {
                return new CodeOfPage(blocks.group(1));
            }
        }
        throw new IllegalStateException("no piece of Java in " + page + " has the text: " + text);
    }

    /** The same with another text in the place of one that must be there: the address of a server, for example. */
    public CodeOfPage changed(String from, String to) {
        if (!code.contains(from)) {
            throw new IllegalStateException("the piece of Java has no longer the text: " + from);
        }
        return new CodeOfPage(code.replace(from, to));
    }

    public int lines() {
        return (int) code.lines().filter(line -> !line.isBlank()).count();
    }

    /**
     * Compiles it as the body of a method, and runs that.
     *
     * @param imports what it names: classes, or packages with a star
     * @param members further members of the class around it
     * @param directory for the class
     */
    public void run(List<String> imports, String members, Path directory) throws Exception {
        StringBuilder source = new StringBuilder();
        imports.forEach(name -> source.append("import ").append(name).append(";\n"));
        source.append("public class ").append(NAME).append(" implements java.util.concurrent.Callable<Object> {\n");
        source.append(members).append("\npublic Object call() throws Exception {\n");
        source.append(code).append("\nreturn \"done\";\n}}\n");
        compile(source.toString(), directory);
        try (URLClassLoader classes = new URLClassLoader(new URL[] {url(directory)})) {
            Object excerpt = classes.loadClass(NAME).getDeclaredConstructor().newInstance();
            Object unused = ((java.util.concurrent.Callable<?>) excerpt).call();
        }
    }

    private static void compile(String source, Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve(NAME + ".java"), source, StandardCharsets.UTF_8);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String path =
                System.getProperty("java.class.path") + File.pathSeparator + System.getProperty("jdk.module.path", "");
        StringWriter problems = new StringWriter();
        var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        List<String> options = List.of("-proc:none", "-d", directory.toString(), "-classpath", path);
        if (!compiler.getTask(problems, files, null, options, null, files.getJavaFileObjects(file))
                .call()) {
            throw new IllegalStateException("the piece of Java cannot be compiled: " + problems + source);
        }
    }

    private static URL url(Path directory) throws MalformedURLException {
        return directory.toUri().toURL();
    }
}
