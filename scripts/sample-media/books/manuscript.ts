import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { artDirectionSchema } from '../../../shared/art-direction-schema.ts'
import { type ArtDirection, deriveArtDirection } from '../../../shared/art-direction.ts'

const factsSchema = z.object({
  title: z.string().min(1),
  subtitle: z.string().min(1),
  author: z.string().min(1),
  category: z.string().min(1),
  artwork: artDirectionSchema.optional(),
})

const frontMatterSchema = z.object({
  title: z.string().min(1),
  chapter: z.union([z.number().int().min(0), z.literal('bonus')]),
})

/** `number` is what is printed before the title: nothing for front matter and bonus chapters. */
export type Chapter = { number: string; title: string; markdown: string }
export type Book = z.infer<typeof factsSchema> & { id: string; chapters: Chapter[]; artwork: ArtDirection }

const CHAPTER_FILE = /^\d{2}-[a-z0-9-]+\.md$/

/**
 * Reads one book: its facts from `book.yaml` and its chapters from `manuscript/`, in file order.
 * Chapter 0 is front matter (a foreword); the rest must count 1, 2, 3 … without a gap; a `bonus` may follow.
 */
export function readBook(booksFolder: string, id: string): Book {
  const factsFile = join(booksFolder, id, 'book.yaml')
  const facts = parseOrExplain(factsSchema, parse(readFileSync(factsFile, 'utf8')), factsFile)
  const folder = join(booksFolder, id, 'manuscript')
  const chapters = readdirSync(folder)
    .filter((name) => CHAPTER_FILE.test(name))
    .sort()
    .map((name) => readChapter(join(folder, name)))
  const numbers = chapters.map((chapter) => Number(chapter.number)).filter((number) => number > 0)
  if (numbers.some((number, index) => number !== index + 1)) {
    throw new Error(`${folder}: chapters must count 1, 2, 3 …, found ${numbers.join(', ')}`)
  }
  return { id, ...facts, artwork: facts.artwork ?? deriveArtDirection(id, 'engraving'), chapters }
}

/** The ids of every book that has a manuscript. */
export function listBookIds(booksFolder: string): string[] {
  return readdirSync(booksFolder)
    .filter((id) => existsSync(join(booksFolder, id, 'manuscript')))
    .sort()
}

function readChapter(file: string): Chapter {
  const match = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(file, 'utf8').replace(/\r\n/g, '\n'))
  if (!match) throw new Error(`${file}: must open with front matter between two lines of ---`)
  const [, yaml = '', body = ''] = match
  const front = parseOrExplain(frontMatterSchema, parse(yaml), file)
  // The page prints the title from the front matter, so the body's own `# title` would print it twice.
  const markdown = body.replace(/^\s*# .*\n/, '')
  const number = front.chapter === 'bonus' || front.chapter === 0 ? '' : String(front.chapter)
  return { number, title: front.title, markdown }
}

function parseOrExplain<T>(schema: z.ZodType<T>, value: unknown, file: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw new Error(`${file}: ${issue?.path.join('.') || 'front matter'}: ${issue?.message}`)
}
