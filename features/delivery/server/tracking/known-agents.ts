/*
 * Programs that fetch what stands in a mail by themselves, by what they call themselves.
 */

/** Scanners of links, previewers, crawlers and program libraries. */
const robots =
  /(?<!\bcu)bot\b|crawl|spider|slurp|scan|preview|fetcher|monitor|proofpoint|mimecast|barracuda|symantec|trend ?micro|forcepoint|fireeye|trellix|sophos|ironport|messagelabs|zscaler|safelinks|urldefense|virustotal|headless|phantomjs|puppeteer|playwright|selenium|lighthouse|^curl|^wget|^python|^go-http|^java\/|^apache-httpclient|^okhttp|^axios|^node\b|^undici|^ruby|^perl|^php|libwww|^bun\b|^deno\b|facebookexternalhit|whatsapp|slack|discord|telegram|skype|embedly/i

/** Mail houses that bring pictures when the mail comes in, whether anybody reads it or not. */
const preloaders = [
  // Apple Mail Privacy Protection says this and nothing else.
  /^Mozilla\/5\.0$/,
  // Gmail looks at pictures of a new mail with a browser of 2015; its proxy for readers names itself.
  /Edge\/12\.246 Mozilla\/5\.0$/,
]

const browsers = /^(Mozilla|Opera)\/\d/

/** Mail programs that do not claim to be a browser. */
const mailPrograms =
  /outlook|thunderbird|mailspring|emclient|airmail|spark|k-9|fairemail|evolution|kmail|geary|applemail|^mail\/|yahoomailproxy/i

/** What an agent is by its name alone. `proxy`: it brings a picture for a reader who looks at it. */
export type AgentKind = 'reader' | 'proxy' | 'robot' | 'preloader' | 'unknown' | 'missing'

/** @param userAgent As it was sent; anything may stand in it. */
export function agentKind(userAgent: string | undefined): AgentKind {
  const agent = userAgent?.trim() ?? ''
  if (agent === '') return 'missing'
  // It says "via ggpht.com GoogleImageProxy" and comes when the mail is shown.
  if (/GoogleImageProxy|YahooMailProxy/i.test(agent)) return 'proxy'
  if (preloaders.some((pattern) => pattern.test(agent))) return 'preloader'
  if (robots.test(agent)) return 'robot'
  return browsers.test(agent) || mailPrograms.test(agent) ? 'reader' : 'unknown'
}
