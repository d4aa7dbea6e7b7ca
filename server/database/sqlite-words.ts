import { type OperatorNode, SqliteQueryCompiler } from 'kysely';

/** SQLite's `like` is what PostgreSQL calls `ilike`, as far as ASCII goes. */
export class SqliteWords extends SqliteQueryCompiler {
  protected override visitOperator(node: OperatorNode): void {
    if (node.operator === 'ilike') this.append('like');
    else super.visitOperator(node);
  }
}
