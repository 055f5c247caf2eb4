import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { drawArtwork } from '../../../platform/figures/art/draw-artwork.ts'
import { figureSvg } from './figure-svg.ts'
import type { Book, Chapter } from './manuscript.ts'
import { renderMarkdown } from './markdown.ts'

/** Pixels of the cover's drawing: 230 to an inch, and lines without loss. */
const DRAWING_WIDTH = 1200
const STYLE = readFileSync(new URL('./book.css', import.meta.url), 'utf8')

/**
 * The whole book as one HTML document, ready to print.
 *
 * @param fonts `@font-face` rules.
 * @param pages Page of each chapter, in order; empty on the first pass, when nobody knows yet.
 */
export async function bookDocument(book: Book, fonts: string, pages: number[]): Promise<string> {
  const name = escape(book.title)
  return `<!doctype html>
<html lang="en-US">
<head><meta charset="utf-8"><title>${name}</title><style>${fonts}${STYLE}${runningFeet(book)}</style></head>
<body>
${await cover(book)}
${titlePage(book)}
${contents(book, pages)}
${book.chapters.map((chapter, index) => chapterSection(book, chapter, index)).join('\n')}
</body></html>`
}

/** The cover that the site shows, in its grid. @see features/books/ui/book-cover.tsx */
async function cover(book: Book): Promise<string> {
  const { id, artwork } = book
  const drawn = drawArtwork({ slug: id, variant: 'square', width: DRAWING_WIDTH, direction: artwork })
  const { width, height } = drawn
  const image = await sharp(drawn.pixels, { raw: { width, height, channels: 3 } })
    .png({ palette: true, colours: 8, dither: 0 })
    .toBuffer()
  return `<section class="cover" style="background:${artwork.ground};color:${artwork.ink}">
<p class="cover-label"><span>${escape(book.category)}</span><span>${escape(book.author)}</span></p>
<img class="cover-drawing" alt="Drawing of ${escape(book.title)}" src="data:image/png;base64,${image.toString('base64')}">
<div class="cover-words"><p class="cover-title">${escape(book.title)}</p>
<p class="cover-subtitle">${escape(book.subtitle)}</p></div>
</section>`
}

function titlePage(book: Book): string {
  return `<section class="title-page">
<p class="title-author">${escape(book.author)}</p>
<p class="title-title">${escape(book.title)}</p>
<p class="title-subtitle">${escape(book.subtitle)}</p>
<div class="colophon">
<p>First edition, November 2026. © 2026 Swade. All rights reserved.</p>
<p>Set in Bricolage Grotesque, Instrument Sans and Martian Mono. The figures are Chladni patterns: the still lines of a vibrating plate, computed from the name of the book and the number of the chapter. No two are alike.</p>
</div>
</section>`
}

function contents(book: Book, pages: number[]): string {
  const rows = book.chapters.map(
    (chapter, index) =>
      `<li><a href="#chapter-${index}"><span class="row-number">${chapter.number}</span>` +
      `<span class="row-title">${escape(chapter.title)}</span>` +
      `<span class="row-page">${pages[index] ?? '00'}</span></a></li>`,
  )
  return `<section class="contents"><h1>Contents</h1><ol>${rows.join('')}</ol></section>`
}

function chapterSection(book: Book, chapter: Chapter, index: number): string {
  const number = chapter.number ? `<span class="chapter-number">${chapter.number}</span> ` : ''
  return `<section class="chapter page-${index}" id="chapter-${index}">
<header>${figureSvg({ slug: `${book.id}/${index}`, count: 2_600 })}
<h1>${number}<span class="chapter-title">${escape(chapter.title)}</span></h1></header>
${renderMarkdown(chapter.markdown)}
</section>`
}

/** Every chapter is a named page, so that its foot can carry its name; Chromium has no running strings. */
function runningFeet(book: Book): string {
  return book.chapters
    .map(({ number, title }, index) => {
      const label = number ? `${number}  ${title}` : title
      return `.page-${index}{page:c${index}}@page c${index}{@bottom-left{content:${cssString(label)}}}`
    })
    .join('\n')
}

function cssString(text: string): string {
  return `"${text.replace(/["\\\n]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `)}"`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`)
}
