import { type SubmitEvent, useState, useSyncExternalStore } from 'react'
import { subscribePath } from '#features/subscribers/terms.ts'

/** `isRefused` where what was typed is at fault, and not the line or the site. */
type SignUpState =
  | { phase: 'idle' }
  | { phase: 'submitting' }
  | { phase: 'success'; message: string }
  | { phase: 'error'; message: string; isRefused: boolean }

const failed = 'Subscription failed. Please try again.'
const offline = 'Network error. Please check your connection and try again.'

/** The states of a sign-up: idle, submitting, then success (fields cleared) or error (fields kept). */
export function useSignUp() {
  const [state, setState] = useState<SignUpState>({ phase: 'idle' })
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (state.phase === 'submitting') return
    const fields = Object.fromEntries(new FormData(event.currentTarget))
    setState({ phase: 'submitting' })
    const answer = await send(fields)
    setState(answer)
  }

  return { state, submit, hydrated }
}

async function send(fields: Record<string, FormDataEntryValue>): Promise<SignUpState> {
  let response: Response
  try {
    response = await fetch(subscribePath, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) })
  } catch {
    return { phase: 'error', message: offline, isRefused: false }
  }
  const reply = (await response.json().catch(() => ({}))) as { success?: boolean; message?: string; detail?: string }
  if (response.ok && reply.success) return { phase: 'success', message: reply.message ?? '' }
  return { phase: 'error', message: reply.detail || reply.message || failed, isRefused: response.status === 400 }
}

const never = () => () => undefined
