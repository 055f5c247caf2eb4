import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { isOwnPath, type IssueContent, sourceAddressError } from '#features/issues/contract.ts'
import { cleanHtml } from './clean-html.ts'
import { paragraphsOf, plainTextOf, summaryOf } from './issue-text.ts'

const titleRequired = 'Newsletter title is required'
const maxTitleLength = 200

/** Control characters and direction marks, which a line of an email must not contain. */
const unseen = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu

/** The database does not accept unpaired surrogates, so they are replaced. */
const oneLine = (typed: string) => typed.toWellFormed().replaceAll(unseen, ' ').trim()
const manyLines = (typed: string) =>
  typed
    .toWellFormed()
    .replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
const line = (longest: number) => z.string().transform(oneLine).pipe(z.string().max(longest))
const words = (longest: number) =>
  z
    .string()
    .transform((typed) => manyLines(typed).trim())
    .pipe(z.string().max(longest))
const tooLong = 'This text is too long for an email.'
const html = (longest: number, origin: string) =>
  z
    .string()
    .max(longest, tooLong)
    .transform((typed) => cleanHtml(manyLines(typed), origin))
    // Escaping makes the text longer, so the limit is checked again.
    .pipe(z.string().max(longest, tooLong))

/** @property localHosts Configured hosts that may be linked without TLS. */
type Ground = { origin: string; localHosts: readonly string[] }

/** Absolute https URL, or a path of this site; empty until an editor enters it. */
const sourceAddress = ({ origin, localHosts }: Ground) =>
  z
    .string()
    .max(2000)
    .transform((address, context) => {
      const typed = address.trim()
      if (typed === '') return ''
      // An address without a scheme would be read as a path to an unintended page.
      const whole = isOwnPath(typed) ? origin + typed : typed
      const url = URL.canParse(whole) ? new URL(whole) : undefined
      if (
        url &&
        url.username === '' &&
        url.password === '' &&
        (url.protocol === 'https:' ||
          url.origin === origin ||
          (url.protocol === 'http:' && localHosts.includes(url.host)))
      )
        return url.href
      context.addIssue({ code: 'custom', message: sourceAddressError })
      return z.NEVER
    })

function contentSchema(ground: Ground) {
  const source = z.object({ title: line(300).default(''), url: sourceAddress(ground).default('') })
  const noSource = { title: '', url: '' }
  const insight = z.object({ title: line(300), description: words(4000).default(''), source: source.default(noSource) })
  const tool = z.object({ name: line(300), description: words(4000).default(''), source: source.default(noSource) })
  return z.object({
    content: words(60_000).optional(),
    html_content: html(120_000, ground.origin).optional(),
    summary: words(2000).optional(),
    preheader: line(300).optional(),
    featured_sources: z.array(source).max(50).optional(),
    key_insights: z.array(insight).max(50).optional(),
    ai_insights: z.array(insight).max(50).optional(),
    freemium_tools: z.array(tool).max(50).optional(),
    written_by: line(200).optional(),
  })
}

/** Creates a function that validates a submitted issue; paths of this site are valid sources too. */
export function createIssueReader(ground: Ground) {
  const schema = z.object({
    title: z
      .string({ error: titleRequired })
      .transform(oneLine)
      .pipe(
        z.string().min(1, titleRequired).max(maxTitleLength, `Use at most ${maxTitleLength} characters for the title.`),
      ),
    content: contentSchema(ground).nullish(),
    version: z.number().int().positive().optional(),
  })

  /** @throws AppError `invalid-input` with 'Newsletter title is required', or another reason. */
  return function readIssue(
    input: unknown,
    before?: IssueContent,
  ): { title: string; content: IssueContent; version: number | undefined } {
    const parsed = schema.safeParse(input ?? {})
    if (!parsed.success) throw new AppError('invalid-input', errorMessage(parsed.error))
    const { title, content, version } = parsed.data
    return { title, content: complete(content ?? {}, before), version }
  }
}

/** Validates a submitted issue; see {@link createIssueReader}. */
export type ReadIssue = (
  input: unknown,
  before?: IssueContent,
) => { title: string; content: IssueContent; version: number | undefined }

type GivenContent = z.output<ReturnType<typeof contentSchema>>

/** Fills in absent fields: they keep their values, and those of a new issue are derived from the text. */
function complete(submitted: GivenContent, before: IssueContent | undefined): IssueContent {
  const html =
    submitted.html_content ??
    (submitted.content === undefined ? before?.html_content : paragraphsOf(submitted.content)) ??
    ''
  const plain =
    submitted.content ??
    (submitted.html_content === undefined ? before?.content : plainTextOf(html, { hidesLinks: true })) ??
    ''
  const insights = (submitted.key_insights ?? submitted.ai_insights ?? before?.key_insights ?? []).filter(hasContent)
  return {
    content: plain,
    html_content: html,
    summary: submitted.summary ?? before?.summary ?? summaryOf(plain),
    preheader: submitted.preheader ?? before?.preheader ?? '',
    featured_sources: (submitted.featured_sources ?? before?.featured_sources ?? []).filter(hasContent),
    key_insights: insights,
    ai_insights: insights,
    freemium_tools: (submitted.freemium_tools ?? before?.freemium_tools ?? []).filter(hasContent),
    written_by: submitted.written_by ?? before?.written_by ?? '',
  }
}

/** Returns whether an item has any content; empty groups of fields are ignored. */
function hasContent(item: object): boolean {
  return Object.values(item).some((value) =>
    typeof value === 'object' && value !== null ? hasContent(value as object) : value !== '',
  )
}

function errorMessage(error: z.ZodError): string {
  const [first] = error.issues
  if (!first) return 'This issue could not be read.'
  const place = placeOf(first.path)
  return place === '' || first.path[0] === 'title' ? first.message : `${place}: ${first.message}`
}

/** Names of the lists and fields, as in the form. */
const fieldLabels: Record<string, string> = {
  html_content: 'Content',
  featured_sources: 'Featured source',
  key_insights: 'Key insight',
  ai_insights: 'Key insight',
  freemium_tools: 'Tool',
  url: 'source URL',
  title: 'title',
  name: 'name',
}

/** Returns where an input is invalid in the words of the form, such as `Key insight 7, source URL`. */
function placeOf(path: readonly PropertyKey[]): string {
  const parts: string[] = []
  for (const [index, part] of path.entries()) {
    if (typeof part === 'number') parts.push(`${parts.pop()} ${part + 1}`)
    // The text is the field `content` of the object `content`; the field `source` is an object, whose field is named.
    else if (!(part === 'content' && index === 0) && !(part === 'source' && index < path.length - 1))
      parts.push(fieldLabels[String(part)] ?? String(part).replaceAll('_', ' '))
  }
  const place = parts.join(', ')
  return place.charAt(0).toUpperCase() + place.slice(1)
}
