/** Placeholder for a value in a compiled query. */
export class Parameter<Name> {
  readonly name: Name;

  constructor(name: Name) {
    this.name = name;
  }
}
