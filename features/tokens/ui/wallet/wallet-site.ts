/** The wallet's own site, where it is got for a computer. */
export const walletSite = 'https://phantom.app/'

/** Where its app is got for a phone. */
export const walletDownload = 'https://phantom.app/download'

/** Opens a page inside the wallet's app on a phone, where the wallet is in every page. Followed by a tap only. */
export function browseLink(page: { href: string; origin: string }): string {
  return `https://phantom.app/ul/browse/${encodeURIComponent(page.href)}?ref=${encodeURIComponent(page.origin)}`
}

/** Whether wallets are apps here and not extensions. A tablet may call itself a Mac; no Mac has a touch screen. */
export function isPhone({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }): boolean {
  return /Android|iPhone|iPad|iPod/i.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
