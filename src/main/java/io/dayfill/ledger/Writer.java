/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.ledger;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * Who ran a command and where.
 *
 * @param user the operating system's user
 * @param host the driver's host
 * @param application Spark's id of the application; empty where no Spark took part
 */
public record Writer(String user, String host, Optional<String> application) {
  private static final String UNKNOWN = "unknown";

  /** This process. */
  public static Writer here(Optional<String> application) {
    return new Writer(System.getProperty("user.name", UNKNOWN), hostName(), application);
  }

  /** In words: {@code anna on etl-7}. */
  public String described() {
    return user + " on " + host;
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return UNKNOWN;
    }
  }
}
