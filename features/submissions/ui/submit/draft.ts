/** Unsent form entries by field, stored for this tab only. */
type Draft = Record<string, string>

const draftName = 'swade:submission-draft'
const linkName = 'swade:submission-link'

/** Returns an empty draft on the server, and in browsers that store nothing. */
export function readDraft(): Draft {
  const parsed: unknown = JSON.parse(read(draftName) || '{}')
  if (typeof parsed !== 'object' || parsed === null) return {}
  return Object.fromEntries(
    Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** Saves the text fields of a form with its attempt id; the file and the checkbox have to be set again. */
export function saveDraft(form: HTMLFormElement): void {
  const texts = [...new FormData(form)].filter(([name, value]) => typeof value === 'string' && name !== 'owns_track')
  write(draftName, JSON.stringify(Object.fromEntries(texts)))
}

/** Creates an idempotency key, so that resending a track after a lost response does not create a second submission. */
export function newAttempt(): string {
  // `crypto.randomUUID` is missing on pages loaded over plain http from another machine.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function dropDraft(): void {
  write(draftName, '')
}

/** Returns the private page of the last track sent from this tab. */
export const readLastLink = () => read(linkName)

export const saveLastLink = (link: string) => write(linkName, link)

function read(name: string): string {
  try {
    return sessionStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

function write(name: string, value: string): void {
  try {
    if (value) sessionStorage.setItem(name, value)
    else sessionStorage.removeItem(name)
  } catch {
    // Without storage the draft is not saved, but everything else works.
  }
}
