/*
 * User agents of programs that fetch the contents of emails automatically.
 */

/** Scanners of links, previewers, crawlers and program libraries. */
const robots =
  /(?<!\bcu)bot\b|crawl|spider|slurp|scan|preview|fetcher|monitor|proofpoint|mimecast|barracuda|symantec|trend ?micro|forcepoint|fireeye|trellix|sophos|ironport|messagelabs|zscaler|safelinks|urldefense|virustotal|headless|phantomjs|puppeteer|playwright|selenium|lighthouse|^curl|^wget|^python|^go-http|^java\/|^apache-httpclient|^okhttp|^axios|^node\b|^undici|^ruby|^perl|^php|libwww|^bun\b|^deno\b|facebookexternalhit|whatsapp|slack|discord|telegram|skype|embedly/i

/** Mail providers that preload images on arrival, whether or not anyone reads the email. */
const preloaders = [
  // Apple Mail Privacy Protection sends exactly this user agent.
  /^Mozilla\/5\.0$/,
  // Gmail scans the images of a new email with the user agent of a browser from 2015; the proxy that it uses for
  // subscribers names itself.
  /Edge\/12\.246 Mozilla\/5\.0$/,
]

const browsers = /^(Mozilla|Opera)\/\d/

/** Mail programs that do not identify as a browser. */
const mailPrograms =
  /outlook|thunderbird|mailspring|emclient|airmail|spark|k-9|fairemail|evolution|kmail|geary|applemail|^mail\/|yahoomailproxy/i

/** Kind of a user agent, judged by its name alone. `proxy` loads an image for a person who is looking at it. */
type AgentKind = 'reader' | 'proxy' | 'robot' | 'preloader' | 'unknown' | 'missing'

/** @param userAgent Header as it was sent; untrusted. */
export function agentKind(userAgent: string | undefined): AgentKind {
  const agent = userAgent?.trim() ?? ''
  if (agent === '') return 'missing'
  // Its user agent contains "via ggpht.com GoogleImageProxy"; it loads images when the email is opened.
  if (/GoogleImageProxy|YahooMailProxy/i.test(agent)) return 'proxy'
  if (preloaders.some((pattern) => pattern.test(agent))) return 'preloader'
  if (robots.test(agent)) return 'robot'
  return browsers.test(agent) || mailPrograms.test(agent) ? 'reader' : 'unknown'
}
