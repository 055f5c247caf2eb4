import { randomBytes } from 'node:crypto'

/** The places of one mail while it is written. */
export type Places = {
  firstName: string
  unsubscribeUrl: string
  preferencesUrl: string
  openUrl: string
  /** The place of a counted link; the address itself where nothing is counted or it is no page. */
  link(url: string): string
  /** Counted links so far, 1 first. */
  links: string[]
  /** Finishes the HTML: places get their names, and doubled braces that somebody wrote stay words. */
  settleHtml(html: string): string
  settleText(text: string): string
}

/**
 * While a mail is written its places have a name nobody can guess; only at the end, when the braces of everybody's words were taken apart,
 * do they get their real one. So no title, source or pasted text can become a place, whatever it is put together from.
 */
export function createPlaces(isCounted: boolean): Places {
  const secret = randomBytes(12).toString('hex')
  const links: string[] = []
  const address = (name: string) => `https://${secret}.invalid/${name}`
  const name = (token: string) => `{{${token.replace('link-', 'link:')}}}`
  const tokens = new RegExp(`https://${secret}\\.invalid/([a-z_]+(?:-\\d+)?)|${secret}`, 'g')
  const settle = (written: string) => written.replaceAll(tokens, (_all, token: string | undefined) => name(token ?? 'first_name'))
  return {
    firstName: secret,
    unsubscribeUrl: address('unsubscribe_url'),
    preferencesUrl: address('preferences_url'),
    openUrl: address('open_url'),
    links,
    link(url) {
      if (!isCounted || !/^https?:/i.test(url)) return url
      const known = links.indexOf(url)
      return address(`link-${known === -1 ? links.push(url) : known + 1}`)
    },
    settleHtml: (html) => settle(html.replaceAll(/\{(?=\{)/g, '&#123;')),
    // A sign without width between the two: it reads the same and is no place.
    settleText: (text) => settle(text.replaceAll(/\{(?=\{)/g, '{\u2060')),
  }
}
