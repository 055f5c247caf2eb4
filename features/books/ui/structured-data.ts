import type { Book as BookData, Offer } from 'schema-dts'
import { isoDuration } from '#shared/duration.ts'
import { decimalUsd } from '#shared/money.ts'
import type { Book, BookFeed } from '#features/books/contract.ts'

/**
 * Returns structured data for a book, its offer and its audiobook, limited to what the page shows.
 *
 * @param origin Absolute origin of the site, without a trailing slash.
 * @param audio Public paths of recordings by file name.
 */
export function bookData(origin: string, book: Book, audio: BookFeed['audio'] = {}): object {
  const url = `${origin}/book/${book.id}`
  // Uploaded covers have a path on this site.
  const own = book.coverImage.startsWith('/') ? origin + book.coverImage : book.coverImage
  const image = own || `${origin}/share/book/${book.id}.png`
  const offer: Offer = {
    '@type': 'Offer',
    'price': decimalUsd(book.priceCents),
    'priceCurrency': 'USD',
    'availability': 'https://schema.org/InStock',
    url,
  }
  const common = {
    '@id': url,
    'name': book.title,
    url,
    image,
    'alternativeHeadline': book.subtitle,
    'description': book.description.split('\n\n')[0],
    'author': { '@type': 'Person', 'name': book.author },
    'bookFormat': 'https://schema.org/EBook',
    'numberOfPages': book.pages,
    'inLanguage': 'en',
    'datePublished': book.published,
    'genre': book.category,
    'isAccessibleForFree': book.isFree,
    'offers': offer,
  } satisfies Partial<Record<string, unknown>>
  return {
    '@type': book.isFree ? 'Book' : ['Product', 'Book'],
    ...common,
    ...(book.audioChapters.length > 0 ? { workExample: [audiobookData(origin, book, audio)] } : {}),
  }
}

function audiobookData(origin: string, book: Book, audio: BookFeed['audio']): BookData {
  const lengths = book.audioChapters.map((chapter) => chapter.durationSeconds)
  const total = lengths.every((length) => length !== undefined)
    ? lengths.reduce((sum, length) => sum + length, 0)
    : undefined
  return {
    '@type': 'Audiobook',
    '@id': `${origin}/book/${book.id}#audiobook`,
    'url': `${origin}/book/${book.id}`,
    'name': book.title,
    'author': { '@type': 'Person', 'name': book.author },
    'bookFormat': 'https://schema.org/AudiobookFormat',
    'inLanguage': 'en',
    'isAccessibleForFree': book.isFree,
    ...(book.narration ? { readBy: { '@type': 'Person', 'name': book.narration.readBy } } : {}),
    ...(total ? { duration: isoDuration(total) } : {}),
    'hasPart': book.audioChapters.map((chapter) => ({
      '@type': 'Audiobook',
      'name': chapter.title,
      ...(chapter.durationSeconds ? { duration: isoDuration(chapter.durationSeconds) } : {}),
      ...(audio[chapter.file]
        ? {
            audio: {
              '@type': 'AudioObject' as const,
              'contentUrl': origin + audio[chapter.file],
              'encodingFormat': 'audio/mpeg',
            },
          }
        : {}),
    })),
  }
}
