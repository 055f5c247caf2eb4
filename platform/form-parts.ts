import { PassThrough, type Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
// Brings the types of what the multipart plugin adds to requests, which routes register.
import type { FastifyMultipartBaseOptions } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#shared/errors.ts'
import { throwFullDiskError } from './storage/full-disk.ts'
import type { Storage } from './storage/storage.ts'

/** A field of a form; one that is cut is longer than the limits allow. */
export type FormField = { kind: 'field'; name: string; value: string; isCut: boolean }

/**
 * A file of a form. Its content must be read to the end or thrown away by {@link discardFile} before the next part comes; it
 * fails with AppError `malformed-body` when the form ends within it. `isCut` tells, once it was read, whether more came
 * than the limits allow.
 */
export type FormFile = { kind: 'file'; name: string; fileName: string; content: Readable; isCut(): boolean }

/** How much a form may hold. */
export type FormLimits = NonNullable<FastifyMultipartBaseOptions['limits']>

/**
 * A form that cannot be read: cut off, not well formed, or with a boundary no parser takes. Its cause is for the log
 * alone.
 */
export const malformedFormError = (cause?: unknown) =>
  new AppError('malformed-body', 'The form data arrived incomplete. Submit the form again.', { cause })

const tooManyParts = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT'])

/**
 * The parts of a multipart form, one after the other, with every fault of the form, of its parser and of the line told
 * in one way, whoever reads it. Faults of whoever stores a file are not touched.
 *
 * @yields Each part, before the next is read.
 * @throws AppError `malformed-body` for a form that cannot be read to its end, `invalid-input` for one of too many
 *   parts, `unsupported-media-type` for what is no form.
 */
export async function* formParts(request: FastifyRequest, limits: FormLimits): AsyncGenerator<FormField | FormFile> {
  if (!request.isMultipart()) throw new AppError('unsupported-media-type', 'Send the file as multipart form data.')
  // What is thrown where the parts are used does not come by here: only the form itself fails in this block.
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
      throw new AppError('invalid-input', 'Too many files or fields. Send one file at a time.', {
        cause: error,
      })
    throw malformedFormError(error)
  }
}

type Part = { fieldname: string; filename: string; file: Readable & { truncated: boolean } }

function fileOf({ fieldname: name, filename: fileName, file }: Part): FormFile {
  const content = new PassThrough()
  // Whoever stores it may fail as well, and ends `content` with a reason of their own; that one stands. A pipeline
  // would hand the parser's on.
  const fail = (error?: unknown) => void content.destroy(malformedFormError(error))
  content.on('error', () => undefined).once('close', () => content.readableEnded || file.destroy())
  file.once('error', fail).once('close', () => file.readableEnded || fail())
  // What has broken before it was looked at says so no more.
  if (file.destroyed && !file.readableEnded) fail(file.errored)
  else file.pipe(content)
  return { kind: 'file', name, fileName: fileName ?? '', content, isCut: () => file.truncated }
}

/** Reads a file to its end without keeping it: who sends would otherwise lose the line before the answer. */
export async function discardFile({ content }: FormFile): Promise<void> {
  content.resume()
  await finished(content, { writable: false })
}

const megabyte = 1024 * 1024
/** The form around a file takes a little room of its own. */
const aroundFile = 64 * 1024

/**
 * Streams the one file of a form into storage. Whatever goes wrong, the caller deletes `key` afterwards; nothing else
 * is left.
 *
 * @returns The form's short fields, such as where the file belongs.
 * @throws AppError as {@link formParts} does; `too-large`; `invalid-input` when there is no file or an empty one;
 *   `unavailable` for a full disk.
 */
export async function receiveFile(
  request: FastifyRequest,
  storage: Pick<Storage, 'put'>,
  key: string,
  maxBytes: number,
): Promise<Record<string, string>> {
  const tooLarge = new AppError('too-large', `This file is larger than ${maxBytes / megabyte} MB.`)
  // Who says that more is coming need not send it.
  if (Number(request.headers['content-length']) > maxBytes + aroundFile) throw tooLarge
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  let bytes = 0
  let isTooLarge = false
  for await (const part of formParts(request, { fileSize: maxBytes, files: 1, fields: 4, fieldSize: 200, parts: 6 })) {
    if (part.kind === 'field') fields[part.name] = part.value
    else {
      bytes = (
        await storage.put(key, part.content, { contentType: 'application/octet-stream' }).catch(throwFullDiskError)
      ).bytes
      isTooLarge = part.isCut()
    }
  }
  if (isTooLarge) throw tooLarge
  if (bytes === 0) throw new AppError('invalid-input', 'Please choose a file.')
  return fields
}
