import { useEffect } from 'react'
import { greetingPath } from '#features/landing/contract.ts'

let greeted = false

/** Calls the API root once after the page has loaded and logs the message. A failure is only logged. */
export function useServerGreeting(): void {
  useEffect(() => {
    if (greeted) return
    greeted = true
    void greet()
  }, [])
}

async function greet(): Promise<void> {
  try {
    const reply = await fetch(greetingPath, { headers: { Accept: 'application/json' } })
    if (!reply.ok) throw new Error(`GET ${greetingPath} answered ${reply.status}`)
    const { message } = (await reply.json()) as { message: string }
    // oxlint-disable-next-line eslint/no-console -- the specification requires this log line
    console.log(message)
  } catch (error) {
    // oxlint-disable-next-line eslint/no-console -- a failed greeting is only logged
    console.warn('api greeting failed:', error)
  }
}
