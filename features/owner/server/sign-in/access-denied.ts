import { AppError } from '#shared/errors.ts'
import { normalizeEmail } from '#shared/email-address.ts'

/**
 * Returns the error for an address that may not sign in. The owner's address is private, so the public contact address
 * stands for it; entered itself, it must not be named as the one that can access the admin.
 */
export function accessDenied(entered: string, contactEmail: string): AppError {
  return normalizeEmail(entered) === normalizeEmail(contactEmail)
    ? new AppError(
        'forbidden',
        `Access denied. ${contactEmail} is the contact address of this site. Enter the owner’s own email address.`,
      )
    : new AppError('forbidden', `Access denied. Only ${contactEmail} can access this area.`)
}
