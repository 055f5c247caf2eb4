import { cutText } from '#shared/cut-text.ts'

/** The named entities of HTML 4 from U+00A0 on, in order, as PHP's `htmlentities` writes them. */
const latinNames =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest ' +
  'Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const named = new Map<string, string>([
  ...latinNames.split(' ').map((name, index): [string, string] => [name, String.fromCodePoint(0xa0 + index)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    ndash: '–',
    mdash: '—',
    hellip: '…',
    bull: '•',
  }),
  ...Object.entries({
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    trade: '™',
    euro: '€',
    oelig: 'œ',
    OElig: 'Œ',
  }),
])

const maxTextLength = 300

/**
 * Decodes HTML text of a station into plain text: entities are decoded once, so double-escaped text never becomes
 * markup; line breaks and invisible or direction-changing characters are removed; the result is cut at 300 characters.
 * The caller must escape it.
 */
export function readText(text: string): string {
  const decoded = text
    .slice(0, maxTextLength * 10)
    .replace(
      /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,9}));/g,
      (entity, decimal?: string, hex?: string, name?: string) =>
        name === undefined
          ? characterOf(decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16))
          : (named.get(name) ?? entity),
    )
  const visible = decoded
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]|\p{Cs}/gu, '')
  return cutText(visible.replace(/\s+/g, ' ').trim(), maxTextLength)
}

function characterOf(code: number): string {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ''
}
