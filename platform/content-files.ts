import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parseDocument } from 'yaml'
import type { z } from 'zod'

/** Thrown for an invalid content file; the message names the file and the field. */
export class ContentError extends Error {
  constructor(problems: string[]) {
    super(
      `The content has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((line) => `  ${line}`).join('\n')}`,
    )
    this.name = 'ContentError'
  }
}

/** Returns whether an error is a {@link ContentError}. */
export const isContentError = (error: unknown): error is ContentError => error instanceof ContentError

/**
 * Reads and validates a YAML file.
 *
 * @param contentDir Folder with all content; names in messages are relative to its parent.
 * @param path Path of the file below `contentDir`.
 * @throws ContentError with one line per invalid field: `content/platforms.yaml: 3.category: …`.
 */
export function readContent<Schema extends z.ZodType>(
  contentDir: string,
  path: string,
  schema: Schema,
): z.output<Schema> {
  const name = `content/${path.split(sep).join('/')}`
  let text: string
  try {
    text = readFileSync(join(contentDir, path), 'utf8')
  } catch (cause) {
    throw new ContentError([`${name}: cannot be read (${(cause as NodeJS.ErrnoException).code ?? String(cause)})`])
  }
  const document = parseDocument(text, { prettyErrors: true })
  if (document.errors.length > 0)
    throw new ContentError(document.errors.map((error) => `${name}: ${error.message.split('\n')[0]}`))
  // Limits aliases, so that a small file cannot expand into a huge one.
  const parsed = schema.safeParse(document.toJS({ maxAliasCount: 50 }))
  if (!parsed.success)
    throw new ContentError(
      parsed.error.issues.map((issue) => `${name}: ${issue.path.join('.') || 'the file'}: ${issue.message}`),
    )
  return parsed.data
}

/**
 * Reads one file per folder: `content/artists/<slug>/artist.yaml`.
 *
 * @returns Pairs of folder name and validated file, sorted by folder name.
 * @throws ContentError that lists every invalid file.
 */
export function readContentFolders<Schema extends z.ZodType>(
  contentDir: string,
  folder: string,
  file: string,
  schema: Schema,
): { name: string; data: z.output<Schema> }[] {
  const problems: string[] = []
  const entries: { name: string; data: z.output<Schema> }[] = []
  for (const name of listFolders(join(contentDir, folder))) {
    try {
      entries.push({ name, data: readContent(contentDir, join(folder, name, file), schema) })
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      problems.push(
        ...error.message
          .split('\n')
          .slice(1)
          .map((line) => line.trim()),
      )
    }
  }
  if (entries.length === 0 && problems.length === 0) problems.push(`content/${folder}: contains no folder with ${file}`)
  if (problems.length > 0) throw new ContentError(problems)
  return entries
}

/**
 * Rejects content with missing references.
 *
 * @throws ContentError when `problems` is not empty.
 */
export function refuseContent(problems: string[]): void {
  if (problems.length > 0) throw new ContentError(problems)
}

function listFolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
      .toSorted()
  } catch {
    throw new ContentError([`${relative(process.cwd(), folder) || folder}: the folder is missing`])
  }
}
