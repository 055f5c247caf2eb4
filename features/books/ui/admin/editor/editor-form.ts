import { artDirectionKey, deriveArtDirection } from '#shared/art-direction.ts'
import { decimalCents } from '#shared/money.ts'
import type { Book } from '#features/books/contract.ts'
import type { BookForm } from '#features/books/admin.ts'

/** Converts a book to editor fields. */
export function formFromBook(book: Book): BookForm {
  const { title, subtitle, description, author, category, isFree, published, coverImage, coverAlt, excerpt } = book
  return {
    title,
    subtitle,
    description,
    author,
    category,
    isFree,
    published,
    coverImage,
    coverAlt,
    excerpt,
    artwork: typedArtwork(book),
    // A draft may have no price yet.
    price: book.priceCents === 0 ? '' : decimalCents(book.priceCents),
    previewPages: String(book.previewPages),
    contents: book.contents.join('\n'),
    edition: book.edition ?? '',
    readBy: book.narration?.readBy ?? '',
    quality: book.narration?.quality ?? '',
    previewFile: book.audioPreview?.file ?? '',
    chapters: book.audioChapters.map((chapter) => ({
      title: chapter.title,
      file: chapter.file,
      firstPage: String(chapter.firstPage ?? ''),
    })),
  }
}

const typedDirection = (read: (part: keyof BookForm['artwork']) => string): BookForm['artwork'] => ({
  material: read('material'),
  ground: read('ground'),
  ink: read('ink'),
  density: read('density'),
  frame: read('frame'),
})

// The catalogue fills in the default art direction, which must stay the default in the form.
function typedArtwork({ id, artwork }: Book): BookForm['artwork'] {
  const isOwn = artwork && artDirectionKey(artwork) !== artDirectionKey(deriveArtDirection(id, 'engraving'))
  return typedDirection((part) => (isOwn ? artwork[part] : ''))
}

/** Reads the submitted form as typed. Chapters arrive as three lists of equal length. */
export function readEditorForm(sent: FormData): BookForm {
  const text = (name: string) => String(sent.get(name) ?? '')
  const all = (name: string) => sent.getAll(name).map(String)
  const [titles, files, pages] = [all('chapter-title'), all('chapter-file'), all('chapter-page')]
  return {
    title: text('title'),
    subtitle: text('subtitle'),
    description: text('description'),
    author: text('author'),
    category: text('category'),
    price: text('price'),
    isFree: text('isFree') !== '',
    previewPages: text('previewPages'),
    published: text('published'),
    coverImage: text('coverImage'),
    coverAlt: text('coverAlt'),
    excerpt: text('excerpt'),
    artwork: typedDirection((part) => text(`artwork.${part}`)),
    contents: text('contents'),
    edition: text('edition'),
    readBy: text('readBy'),
    quality: text('quality'),
    previewFile: text('previewFile'),
    chapters: titles.map((title, index) => ({ title, file: files[index] ?? '', firstPage: pages[index] ?? '' })),
  }
}

/**
 * Applies a chapter button such as `chapter-add` or `chapter-up-2` for browsers without JavaScript.
 *
 * @returns undefined for other actions.
 */
export function applyChapterAction(form: BookForm, action: string): BookForm | undefined {
  if (action === 'chapter-add') return { ...form, chapters: [...form.chapters, { title: '', file: '', firstPage: '' }] }
  const [, what, digits] = /^chapter-(up|down|remove)-(\d{1,3})$/.exec(action) ?? []
  const at = Number(digits)
  const chapter = form.chapters[at]
  if (!what || !chapter) return undefined
  const others = form.chapters.filter((_, index) => index !== at)
  const to = what === 'up' ? Math.max(0, at - 1) : at + 1
  return { ...form, chapters: what === 'remove' ? others : [...others.slice(0, to), chapter, ...others.slice(to)] }
}
