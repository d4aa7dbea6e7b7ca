import { type OperatorNode, SqliteQueryCompiler } from 'kysely';
import { Parameter } from '../parameter.ts';

/** PostgreSQL's `ilike` is SQLite's `like`, for ASCII. */
export class SqliteWords extends SqliteQueryCompiler {
  protected override visitOperator(node: OperatorNode): void {
    if (node.operator === 'ilike') this.append('like');
    else super.visitOperator(node);
  }

  /**
   * SQLite re-plans a join whenever a parameter's value changes, since the value may help it to choose: preparing takes
   * many times as long as executing. Inside a function call it ignores the value. Only for `Parameter` placeholders:
   * elsewhere the value may let it use a partial index.
   */
  protected override appendValue(value: unknown): void {
    const parameter = value instanceof Parameter;
    if (parameter) this.append('ifnull(');
    super.appendValue(value);
    if (parameter) this.append(', null)');
  }
}
