/* SPDX-License-Identifier: Apache-2.0 */
/** What a table's day is made of: YAML files to records, checked before anything runs; no Spark. */
@NullMarked
package io.dayfill.definition;

import org.jspecify.annotations.NullMarked;
