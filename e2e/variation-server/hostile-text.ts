/** Texts a careless page would run, follow or be fooled by. */
export const HOSTILE = {
  script: '<script>document.title = "owned"</script>',
  image: '"><img src=x onerror="document.title = \'owned\'">',
  link: 'javascript:document.title="owned"',
  bidi: 'paid \u202Etnemyap on\u202C \u2066\u200Fend\u2069',
  closing: '</script><script>document.title = "owned"</script>',
  lineSeparators: 'first\u2028second\u2029third\u0000fourth',
  formula: '=HYPERLINK("http://evil.example","open")',
  long: 'very long '.repeat(2_000),
}
