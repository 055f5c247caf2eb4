import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import type { OwnerSession } from '#features/owner/contract.ts'
import type { OwnerPasskeysService } from '#features/owner/passkeys.ts'
import { punctuateQuotes, quoteTitle } from '#shared/quotation-marks.ts'

/** Message of a completed action; `codes` are new recovery codes, which are shown once. */
export type PasskeyOutcome = { message: string; codes?: string[] }

const nameSchema = z.string().trim().min(1).max(60)

/**
 * Runs an action of the sections Passkeys and Recovery codes.
 *
 * @returns Undefined if `act` is none of them.
 * @throws AppError with a message for the owner.
 */
export async function runPasskeyAction(
  form: FormData,
  { passkeys, session }: { passkeys: OwnerPasskeysService; session: OwnerSession },
): Promise<PasskeyOutcome | undefined> {
  const text = (name: string) => String(form.get(name) ?? '')
  const nameOf = () => {
    const name = nameSchema.safeParse(form.get('name'))
    if (!name.success) throw new AppError('invalid-input', 'Enter a name of up to 60 characters, such as Laptop.')
    return name.data
  }
  switch (text('act')) {
    case 'add-passkey': {
      const name = nameOf()
      await passkeys.add(session, { name, response: parseJson(text('response')) })
      return { message: `The passkey ${quoteTitle(name)} was added. You can sign in with it now.` }
    }
    case 'rename-passkey': {
      const name = nameOf()
      await passkeys.rename(text('id'), name)
      return { message: punctuateQuotes(`The passkey is now called ${quoteTitle(name)}.`) }
    }
    case 'remove-passkey':
      return { message: `The passkey ${quoteTitle(await passkeys.remove(text('id')))} was removed.` }
    case 'create-recovery-codes':
      return {
        message: 'Recovery codes were created. Save them now: they are not shown again.',
        codes: await passkeys.createRecoveryCodes(),
      }
    default:
      return undefined
  }
}

// The service rejects any value that is not a response of a browser.
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
