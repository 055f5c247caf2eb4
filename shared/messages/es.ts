import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

/** The Spanish texts of {@link en}. */
export const es: TranslationOf<typeof en> = {
  frame: {
    skipToContent: 'Ir al contenido',
    skipToRadio: 'Ir a la radio',
    language: 'Idioma',
  },
}
