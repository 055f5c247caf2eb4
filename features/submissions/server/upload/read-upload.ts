import type { FastifyRequest } from 'fastify'
import { discardFile, type FormFile, formParts } from '#platform/form-parts.ts'
import { isFullDisk } from '#platform/storage/full-disk.ts'
import type { ReceivedFile, Storage } from '#platform/storage/storage.ts'
import { cutText } from '#shared/cut-text.ts'
import { isAppError } from '#shared/errors.ts'
import { maxAudioBytes } from '#features/submissions/constants.ts'
import { refuseField } from '../read-texts.ts'
import { SubmissionRefusal } from '../submission-refusal.ts'

/** A received file with its name on the visitor's disk. */
export type UploadedFile = ReceivedFile & { fileName: string }

/** Parsed upload request, read to its end even if it is rejected. */
type Upload = {
  fields: Record<string, string>
  file: UploadedFile | undefined
  refusal: SubmissionRefusal | undefined
}

const limits = { fileSize: maxAudioBytes, files: 1, fields: 20, fieldSize: 10_000, headerPairs: 20, parts: 25 }

/**
 * Reads a multipart request to its end, with the file written to the local disk. A rejected request is still read,
 * within the limits, because the client would otherwise lose the connection before the response.
 *
 * @returns The caller discards the file; with an error there is none.
 * @throws SubmissionRefusal when the request cannot be read to its end; no file is left then.
 */
export async function readUpload(request: FastifyRequest, storage: Pick<Storage, 'receive'>): Promise<Upload> {
  const upload: Upload = { fields: {}, file: undefined, refusal: undefined }
  const refuse = (refusal: SubmissionRefusal) => (upload.refusal ??= refusal)
  try {
    for await (const part of formParts(request, limits)) {
      const name = cutText(part.name, 40)
      if (part.kind === 'file') await receiveFile(part, upload, refuse, storage)
      else if (part.isCut) refuse(refuseField(name, 'submissions.errors.tooLong'))
      else if (Object.hasOwn(upload.fields, part.name)) refuse(refuseField(name, 'submissions.errors.twice'))
      else if (isBroken(part.value)) refuse(refuseField(name, 'submissions.errors.invalidCharacter'))
      else upload.fields[part.name] = part.value
    }
  } catch (error) {
    await upload.file?.discard()
    throw asRefusal(error)
  }
  if (!upload.refusal) return upload
  await upload.file?.discard()
  return { ...upload, file: undefined }
}

/**
 * Invalid bytes were replaced by U+FFFD when the form was parsed; an unpaired surrogate consists of three such bytes.
 */
const isBroken = (value: string) => !value.isWellFormed() || value.includes('\ufffd')

async function receiveFile(
  part: FormFile,
  upload: Upload,
  refuse: (refusal: SubmissionRefusal) => void,
  storage: Pick<Storage, 'receive'>,
): Promise<void> {
  const fileName = shownName(part.fileName)
  if (part.name !== 'audio_file') refuse(refuseField(cutText(part.name, 40), 'submissions.errors.noFileHere'))
  else if (fileName === '') refuse(new SubmissionRefusal('no-file'))
  else if (!/\.mp3$/i.test(fileName)) refuse(new SubmissionRefusal('not-mp3'))
  if (upload.refusal) return discardFile(part)
  try {
    upload.file = { ...(await storage.receive(part.content)), fileName }
  } catch (error) {
    return refuse(refusalOfFullDisk(error))
  }
  if (part.isCut()) refuse(new SubmissionRefusal('too-large'))
  else if (upload.file.bytes === 0) refuse(new SubmissionRefusal('not-sound'))
}

/** Returns the error for a full disk. @throws any other error. */
export function refusalOfFullDisk(error: unknown): SubmissionRefusal {
  if (!isFullDisk(error)) throw error
  return new SubmissionRefusal('no-room', undefined, { retryAfterSeconds: 600, cause: error })
}

/**
 * Returns the original file name for display, never to be used as a path: its last part, without characters that could
 * break a line or hide the extension.
 */
export function shownName(name: string | undefined): string {
  const last = (name ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = last.replaceAll(/\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu, '').trim()
  return cutText(plain, 200) === plain ? plain : `${cutText(plain, 190)}….${cutText(plain.split('.').at(-1)!, 5)}`
}

/** Converts an error of parsing the form to a message for the visitor. */
function asRefusal(error: unknown): unknown {
  if (!isAppError(error) || error instanceof SubmissionRefusal) return error
  const { cause } = error
  if (error.code === 'malformed-body') return new SubmissionRefusal('failed', undefined, { cause })
  return error.code === 'invalid-input'
    ? new SubmissionRefusal('fields', error.text ?? error.message, { cause })
    : error
}
