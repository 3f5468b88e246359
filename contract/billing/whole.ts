/** A resource with every field that the contract names, those of `NotNull` not null: such as our own data is. */
export type Whole<Resource, NotNull extends string = never> = {
  [Field in keyof Resource as string extends Field ? never : Field]-?: Field extends NotNull
    ? NonNullable<Resource[Field]>
    : Exclude<Resource[Field], undefined>
}
