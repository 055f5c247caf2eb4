/** Site of the wallet for computers. */
export const walletSite = 'https://phantom.app/'

/** Download page of the wallet app. */
export const walletDownload = 'https://phantom.app/download'

/** Returns the link that opens a page inside the wallet’s app on a phone. It is followed by a tap only. */
export function browseLink(page: { href: string; origin: string }): string {
  return `https://phantom.app/ul/browse/${encodeURIComponent(page.href)}?ref=${encodeURIComponent(page.origin)}`
}

/** Returns whether wallets are apps on this device. A tablet may identify as a Mac, but no Mac has a touch screen. */
export function isPhone({ userAgent, maxTouchPoints }: { userAgent: string; maxTouchPoints: number }): boolean {
  return /Android|iPhone|iPad|iPod/i.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}
