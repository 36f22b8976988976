/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import java.util.Objects;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.TransactionExecutionObserver;
import scala.Function0;
import scala.Option;

/**
 * What Delta calls on a thread at each step of its transactions; here every step does nothing. Not
 * thread-safe, and need not be: Delta calls it on the thread that it was set for.
 */
public abstract class CommitSteps implements TransactionExecutionObserver {
  private Option<TransactionExecutionObserver> next = Option.empty();

  @Override
  public OptimisticTransaction startingTransaction(Function0<OptimisticTransaction> start) {
    return start.apply();
  }

  @Override
  public <T> T preparingCommit(Function0<T> prepare) {
    return prepare.apply();
  }

  @Override
  public TransactionExecutionObserver createChild() {
    return this;
  }

  @Override
  public void beginDoCommit() {}

  @Override
  public void beginBackfill() {}

  @Override
  public void beginPostCommit() {}

  @Override
  public void transactionCommitted() {}

  @Override
  public void transactionAborted() {}

  @Override
  public final Option<TransactionExecutionObserver> nextObserver() {
    return next;
  }

  @Override
  public final void nextObserver_$eq(Option<TransactionExecutionObserver> observer) {
    next = Objects.requireNonNull(observer, "observer");
  }
}
