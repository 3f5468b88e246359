/** A resource with every field of the contract set, those of `NotNull` not null, as in the samples and demo data. */
export type Whole<Resource, NotNull extends string = never> = {
  [Field in keyof Resource as string extends Field ? never : Field]-?: Field extends NotNull
    ? NonNullable<Resource[Field]>
    : Exclude<Resource[Field], undefined>
}
