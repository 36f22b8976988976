/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.cases;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** Hears what the JVM logs as an error or with a stack trace: an operator would see it too. */
final class LoggedTroubles extends AbstractAppender {
  private static final LoggedTroubles INSTANCE = attached();

  private final List<String> heard = new CopyOnWriteArrayList<>();

  private LoggedTroubles() {
    super("troubles", null, null, true, Property.EMPTY_ARRAY);
  }

  private static LoggedTroubles attached() {
    LoggedTroubles troubles = new LoggedTroubles();
    troubles.start();
    LoggerContext context = (LoggerContext) LogManager.getContext(false);
    context.getConfiguration().getRootLogger().addAppender(troubles, Level.WARN, null);
    context.updateLoggers();
    return troubles;
  }

  /** Forgets what was heard so far. */
  static void forget() {
    INSTANCE.heard.clear();
  }

  /** What was heard since. */
  static List<String> heard() {
    return List.copyOf(INSTANCE.heard);
  }

  @Override
  public void append(LogEvent event) {
    if (event.getThrown() != null || event.getLevel().isMoreSpecificThan(Level.ERROR)) {
      heard.add(event.getLoggerName() + ": " + event.getMessage().getFormattedMessage());
    }
  }
}
