import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { discardFile, type FormFile, formParts } from '#platform/form-parts.ts'
import { isFullDisk } from '#platform/storage/full-disk.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { cutText } from '#shared/cut-text.ts'
import { isAppError } from '#shared/errors.ts'
import { maxAudioBytes } from '#features/submissions/constants.ts'
import { SubmissionRefusal } from '../submission-refusal.ts'

/** A file that is safe in storage; nothing names it yet. */
export type StoredUpload = { audioKey: string; audioBytes: number; audioSha256: string; fileName: string }

/** Parsed upload request, read to its end even if it is refused. */
type Upload = {
  fields: Record<string, string>
  file: StoredUpload | undefined
  refusal: SubmissionRefusal | undefined
}

const limits = { fileSize: maxAudioBytes, files: 1, fields: 20, fieldSize: 10_000, headerPairs: 20, parts: 25 }

/**
 * Reads a multipart request to its end, the file straight into storage. What is refused is still read, within the
 * limits: who sends would otherwise lose the line before the answer.
 *
 * @returns With a refusal, nothing is left in storage.
 * @throws SubmissionRefusal when the request cannot be read to its end; nothing is left then either.
 */
export async function readUpload(request: FastifyRequest, storage: Storage): Promise<Upload> {
  const upload: Upload = { fields: {}, file: undefined, refusal: undefined }
  const refuse = (refusal: SubmissionRefusal) => (upload.refusal ??= refusal)
  try {
    for await (const part of formParts(request, limits)) {
      const name = cutText(part.name, 40)
      if (part.kind === 'file') await storeFile(part, upload, refuse, storage)
      else if (part.isCut) refuse(new SubmissionRefusal('fields', `${name}: submissions.errors.tooLong`))
      else if (Object.hasOwn(upload.fields, part.name))
        refuse(new SubmissionRefusal('fields', `${name}: submissions.errors.twice`))
      else if (isBroken(part.value))
        refuse(new SubmissionRefusal('fields', `${name}: submissions.errors.invalidCharacter`))
      else upload.fields[part.name] = part.value
    }
  } catch (error) {
    await dropFile(upload, storage)
    throw asRefusal(error)
  }
  if (upload.refusal) await dropFile(upload, storage)
  return upload
}

/** Bytes that are no text were replaced by U+FFFD when the form was read; half a character was three such bytes. */
const isBroken = (value: string) => !value.isWellFormed() || value.includes('\ufffd')

async function storeFile(
  part: FormFile,
  upload: Upload,
  refuse: (refusal: SubmissionRefusal) => void,
  storage: Storage,
): Promise<void> {
  const fileName = shownName(part.fileName)
  if (part.name !== 'audio_file')
    refuse(new SubmissionRefusal('fields', `${cutText(part.name, 40)}: submissions.errors.noFileHere`))
  else if (fileName === '') refuse(new SubmissionRefusal('no-file'))
  else if (!/\.mp3$/i.test(fileName)) refuse(new SubmissionRefusal('not-mp3'))
  if (upload.refusal) return discardFile(part)
  const audioKey = `submissions/${randomUUID()}.mp3`
  try {
    const { bytes, sha256 } = await storage.put(audioKey, part.content, { contentType: 'audio/mpeg' })
    upload.file = { audioKey, audioBytes: bytes, audioSha256: sha256, fileName }
  } catch (error) {
    await storage.delete(audioKey).catch(() => undefined)
    if (!isFullDisk(error)) throw error
    return refuse(new SubmissionRefusal('no-room', undefined, { retryAfterSeconds: 600, cause: error }))
  }
  if (part.isCut()) refuse(new SubmissionRefusal('too-large'))
  else if (upload.file.audioBytes === 0) refuse(new SubmissionRefusal('no-file'))
}

/** Removes what no row will name. */
export async function dropFile(upload: Upload, storage: Storage): Promise<void> {
  if (upload.file) await storage.delete(upload.file.audioKey)
  upload.file = undefined
}

/**
 * The name on the visitor's disk, to be shown and never used: its last part, without what could break a line or hide
 * its end.
 */
export function shownName(name: string | undefined): string {
  const last = (name ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = last.replaceAll(/\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu, '').trim()
  return cutText(plain, 200) === plain ? plain : `${cutText(plain, 190)}….${cutText(plain.split('.').at(-1)!, 5)}`
}

/** A form that cannot be read is told in the words of the form. */
function asRefusal(error: unknown): unknown {
  if (!isAppError(error) || error instanceof SubmissionRefusal) return error
  const { cause } = error
  if (error.code === 'malformed-body') return new SubmissionRefusal('failed', undefined, { cause })
  return error.code === 'invalid-input'
    ? new SubmissionRefusal('fields', error.text ?? error.message, { cause })
    : error
}
