import { type Locale, splitLocale } from '#shared/locales.ts'

/** One page of every kind, for tests that are too slow for all pages. */
export const pageKinds = [
  '/',
  '/swade-fam',
  '/artist/nova-swade',
  '/books',
  '/book/indie-music-ai-guide-2',
  '/book/ai-fun-profit',
  '/book/indie-music-ai-guide-2/read',
  '/book/ai-fun-profit/read',
  '/book/ai-fun-profit/words',
  '/journey',
  '/tokens',
  '/market',
  '/platform/downbeat',
  '/newsletter',
  '/my-books',
  '/withdraw',
  '/terms',
  '/privacy',
  '/admin',
  '/nowhere',
]

/** Lists the paths of all pages in the sitemap in one language. */
export async function listSitemap(origin: string, language: Locale = 'en'): Promise<string[]> {
  const answer = await fetch(`${origin}/sitemap.xml`)
  if (!answer.ok) throw new Error(`/sitemap.xml answered ${answer.status}`)
  return [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map(([, address = '']) => new URL(address).pathname)
    .filter((path) => splitLocale(path).locale === language)
}
