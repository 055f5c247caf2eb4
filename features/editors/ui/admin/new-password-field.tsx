import { Field } from '#ui/field.tsx'

/** Field for the new password of an account, named `password`. @param note Sentence after the required length. */
export function NewPasswordField({ label, note = '' }: { label: string; note?: string }) {
  return (
    <Field
      label={label}
      name="password"
      type="password"
      required
      minLength={12}
      maxLength={500}
      autoComplete="new-password"
      hint={`At least 12 characters. ${note}`.trim()}
    />
  )
}
