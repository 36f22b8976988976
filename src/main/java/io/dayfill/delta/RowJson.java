/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.delta.kernel.data.ArrayValue;
import io.delta.kernel.data.ColumnVector;
import io.delta.kernel.data.Row;
import io.delta.kernel.internal.data.StructRow;
import io.delta.kernel.types.ArrayType;
import io.delta.kernel.types.BooleanType;
import io.delta.kernel.types.DataType;
import io.delta.kernel.types.DateType;
import io.delta.kernel.types.IntegerType;
import io.delta.kernel.types.LongType;
import io.delta.kernel.types.StringType;
import io.delta.kernel.types.StructType;
import io.delta.kernel.types.TimestampType;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;

/**
 * Rows as JSON, with dates and times in ISO form; what is null is left out. Knows the types that
 * dayfill's own tables have.
 */
final class RowJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private RowJson() {}

  static ObjectNode of(Row row) {
    ObjectNode json = NODES.objectNode();
    StructType schema = row.getSchema();
    for (int i = 0; i < schema.length(); i++) {
      if (!row.isNullAt(i)) {
        json.set(schema.at(i).getName(), value(row, i, schema.at(i).getDataType()));
      }
    }
    return json;
  }

  private static JsonNode value(Row row, int field, DataType type) {
    if (type instanceof StringType) {
      return NODES.textNode(row.getString(field));
    } else if (type instanceof LongType) {
      return NODES.numberNode(row.getLong(field));
    } else if (type instanceof IntegerType) {
      return NODES.numberNode(row.getInt(field));
    } else if (type instanceof BooleanType) {
      return NODES.booleanNode(row.getBoolean(field));
    } else if (type instanceof DateType) {
      return NODES.textNode(LocalDate.ofEpochDay(row.getInt(field)).toString());
    } else if (type instanceof TimestampType) {
      return NODES.textNode(Instant.EPOCH.plus(row.getLong(field), ChronoUnit.MICROS).toString());
    } else if (type instanceof StructType) {
      return of(row.getStruct(field));
    } else if (type instanceof ArrayType) {
      return array(row.getArray(field));
    }
    return NODES.nullNode();
  }

  private static ArrayNode array(ArrayValue value) {
    ArrayNode json = NODES.arrayNode();
    ColumnVector elements = value.getElements();
    for (int i = 0; i < value.getSize(); i++) {
      if (elements.getDataType() instanceof StructType) {
        json.add(of(StructRow.fromStructVector(elements, i)));
      } else {
        json.add(elements.getString(i));
      }
    }
    return json;
  }
}
