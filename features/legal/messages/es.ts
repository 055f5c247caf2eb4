import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = {
  nav: { terms: 'Condiciones', privacy: 'Privacidad', imprint: 'Aviso legal' },
  page: {
    updated: 'Última actualización: <date></date>',
    sample: 'Texto de muestra: el propietario debe completarlo',
    noAddress: 'Texto de muestra: falta la dirección del vendedor',
  },
}
