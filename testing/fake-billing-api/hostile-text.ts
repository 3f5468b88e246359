/** Texts that attack a page: scripts, links, misleading characters. A script that runs sets `globalThis.owned`. */
export const HOSTILE = {
  script: '<script>globalThis.owned = 1</script>',
  image: '"><img src=x onerror="globalThis.owned = 1">',
  attribute: '" autofocus onfocus="globalThis.owned = 1" x="',
  template: '${globalThis.owned = 1}{{constructor.constructor("globalThis.owned = 1")()}}',
  link: 'javascript:globalThis.owned=1',
  dataLink: 'data:text/html,<script>globalThis.owned=1</script>',
  bidi: 'paid \u202Etnemyap on\u202C \u2066\u200Fend\u2069',
  /** Opens a bidirectional override and an isolate without closing them. */
  openBidi: 'evil \u202E\u2067gpj.exe',
  closing: '</script><script>globalThis.owned = 1</script>',
  lineSeparators: 'first\u2028second\u2029third\u0000fourth',
  formula: '=HYPERLINK("http://evil.example","open")',
  formulas: ['=1+1', '+1+1', '@SUM(1)', '-2+3', '\t=cmd|calc'],
  long: 'very long '.repeat(2_000),
  unbroken: 'W'.repeat(600),
} as const
