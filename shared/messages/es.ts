import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

/** The Spanish texts of {@link en}. */
export const es: TranslationOf<typeof en> = {
  input: {
    emailMissing: 'Escribe tu dirección de correo.',
    emailInvalid: 'Escribe una dirección de correo válida.',
    emailTooLong: 'Esta dirección de correo es demasiado larga.',
    nameTooLong: 'Este nombre es demasiado largo.',
    nameInvalid: 'Este nombre contiene un carácter no válido. Escríbelo de nuevo.',
  },
  frame: {
    skipToContent: 'Ir al contenido',
    skipToRadio: 'Ir a la radio',
    language: 'Idioma',
  },
}
