const script = '<script>globalThis.owned = 1</script>'
const image = '"><img src=x onerror="globalThis.owned = 1">'
const closing = '</script><script>globalThis.owned = 1</script>'
const formula = '=HYPERLINK("http://evil.example","open")'
const attribute = '" autofocus onfocus="globalThis.owned = 1" x="'
const template = '${globalThis.owned = 1}{{constructor.constructor("globalThis.owned = 1")()}}'
/** Opens a bidirectional override and an isolate without closing them. */
const openBidi = 'evil \u202E\u2067gpj.exe'

/** Texts that attack a page: scripts, links, misleading characters. A script that runs sets `globalThis.owned`. */
export const HOSTILE = {
  script,
  image,
  link: 'javascript:globalThis.owned=1',
  bidi: 'paid \u202Etnemyap on\u202C \u2066\u200Fend\u2069',
  /** All at once. A file or a page takes it for a formula, an element, an attribute or the end of one. */
  all: [formula, script, image, attribute, template, closing, openBidi].join(' '),
} as const
