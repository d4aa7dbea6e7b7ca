/** Stands in a query where a value comes later. */
export class Parameter<Name> {
  readonly name: Name;

  constructor(name: Name) {
    this.name = name;
  }
}
