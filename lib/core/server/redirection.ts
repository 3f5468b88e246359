/**
 * The result of an operation that redirects the browser, often with a cookie. A form gets a redirect, a script the
 * address.
 */
export class Redirection {
  readonly accepted = true

  constructor(
    /** A path of the console, or an address of the OpenID provider. */
    readonly location: string,
    /** Complete `Set-Cookie` values. */
    readonly cookies: readonly string[] = [],
  ) {}
}
