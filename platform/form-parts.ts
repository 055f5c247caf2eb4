import { PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
// Imports the request types of the multipart plugin, which routes register.
import type { FastifyMultipartBaseOptions } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { throwFullDiskError } from './storage/full-disk.ts'
import type { ReceivedFile, Storage } from './storage/storage.ts'

/** A field of a multipart form; `isCut` is set when its value exceeded the limits. */
type FormField = { kind: 'field'; name: string; value: string; isCut: boolean }

/**
 * A file of a multipart form. Its content must be read to the end or discarded with {@link discardFile} before the next
 * part; it fails with AppError `malformed-body` when the form ends within it. After reading, `isCut` returns whether
 * the file exceeded the limits.
 */
export type FormFile = { kind: 'file'; name: string; fileName: string; content: Readable; isCut(): boolean }

/** Limits of a multipart form. */
type FormLimits = NonNullable<FastifyMultipartBaseOptions['limits']>

/** Creates the error for a multipart form that is incomplete or malformed. Its cause is only logged. */
const malformedFormError = (cause?: unknown) =>
  new AppError('malformed-body', { key: 'site.errors.incompleteForm' }, { cause })

const tooManyParts = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'])

/**
 * Reads the parts of a multipart form and converts all errors of the form, the parser and the connection to AppErrors.
 * Errors of the caller are passed through.
 *
 * @yields Each part before the next is read.
 * @throws AppError `malformed-body` for an incomplete or malformed form, `invalid-input` for too many parts,
 *   `unsupported-media-type` for other content types.
 */
export async function* formParts(request: FastifyRequest, limits: FormLimits): AsyncGenerator<FormField | FormFile> {
  if (!request.isMultipart()) throw new AppError('unsupported-media-type', { key: 'site.errors.multipart' })
  // Errors thrown while parts are used do not reach this block.
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') yield fileOf(part)
      else
        yield {
          kind: 'field',
          name: part.fieldname,
          value: typeof part.value === 'string' ? part.value : '',
          isCut: part.valueTruncated,
        }
    }
  } catch (error) {
    if (tooManyParts.has(String((error as NodeJS.ErrnoException).code)))
      throw new AppError(
        'invalid-input',
        { key: 'site.errors.tooManyParts' },
        {
          cause: error,
        },
      )
    throw malformedFormError(error)
  }
}

type Part = { fieldname: string; filename: string; file: Readable & { truncated: boolean } }

function fileOf({ fieldname: name, filename: fileName, file }: Part): FormFile {
  const content = new PassThrough()
  // The consumer may fail and destroy `content` with its own error, which is kept. A pipeline would replace it with the
  // parser's error.
  const fail = (error?: unknown) => void content.destroy(malformedFormError(error))
  content.on('error', () => undefined).once('close', () => content.readableEnded || file.destroy())
  file.once('error', fail).once('close', () => file.readableEnded || fail())
  // A file that failed earlier emits no further event.
  if (file.destroyed && !file.readableEnded) fail(file.errored)
  else file.pipe(content)
  return { kind: 'file', name, fileName: fileName ?? '', content, isCut: () => file.truncated }
}

/** Reads and discards a file; otherwise the client would lose the connection before the response. */
export async function discardFile({ content }: FormFile): Promise<void> {
  content.resume()
  await finished(content, { writable: false })
}

const megabyte = 1024 * 1024
/** Allowance for the form data around a file. */
const formOverhead = 64 * 1024

/**
 * Receives the single file of a form on the local disk and calls `save` with it and the other fields of the form. The
 * file is deleted afterwards, unless `save` has stored it.
 *
 * @returns The result of `save`.
 * @throws AppError as {@link formParts} does; `too-large`; `invalid-input` when there is no file or an empty one;
 *   `unavailable` for a full disk, also in `save`; errors of `save`.
 */
export async function withReceivedFile<T>(
  request: FastifyRequest,
  storage: Pick<Storage, 'receive'>,
  maxBytes: number,
  save: (file: ReceivedFile, fields: Record<string, string>) => Promise<T>,
): Promise<T> {
  const tooLarge = new AppError('too-large', {
    key: 'site.errors.fileTooLarge',
    values: { megabytes: maxBytes / megabyte },
  })
  // Reject early when the declared length is too large.
  if (Number(request.headers['content-length']) > maxBytes + formOverhead) throw tooLarge
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  const limits = { fileSize: maxBytes, files: 1, fields: 4, fieldSize: 200, parts: 6 }
  let file: ReceivedFile | undefined
  let isNamed = false
  let isTooLarge = false
  try {
    for await (const part of formParts(request, limits)) {
      if (part.kind === 'field') fields[part.name] = part.value
      else {
        file = await storage.receive(part.content)
        isNamed = part.fileName !== ''
        isTooLarge = part.isCut()
      }
    }
    if (isTooLarge) throw tooLarge
    // A form without a selection sends one empty file without a name.
    if (!file || file.bytes === 0)
      throw new AppError('invalid-input', { key: isNamed ? 'site.errors.emptyFile' : 'site.errors.noFile' })
    return await save(file, fields)
  } catch (error) {
    return throwFullDiskError(error)
  } finally {
    await file?.discard()
  }
}
