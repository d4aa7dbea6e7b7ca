import { type OperatorNode, SqliteQueryCompiler } from 'kysely';
import { Parameter } from '../parameter.ts';

/** SQLite's `like` is what PostgreSQL calls `ilike`, as far as ASCII goes. */
export class SqliteWords extends SqliteQueryCompiler {
  protected override visitOperator(node: OperatorNode): void {
    if (node.operator === 'ilike') this.append('like');
    else super.visitOperator(node);
  }

  /**
   * SQLite plans a join anew whenever a parameter gets another value, since the value may help it to choose: preparing
   * takes many times as long as answering. Within a function it does not look at the value. Only for gaps: elsewhere
   * a value may be what leads it to a partial index.
   */
  protected override appendValue(value: unknown): void {
    const parameter = value instanceof Parameter;
    if (parameter) this.append('ifnull(');
    super.appendValue(value);
    if (parameter) this.append(', null)');
  }
}
