/** An operation's answer that leads the browser on, often with a cookie: a form's is a redirect, a script is told where. */
export class Redirection {
  readonly accepted = true

  constructor(
    /** A path of the console, or of the OpenID provider an address. */
    readonly location: string,
    /** Each a whole `Set-Cookie`. */
    readonly cookies: readonly string[] = [],
  ) {}
}
