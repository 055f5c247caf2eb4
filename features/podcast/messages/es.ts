import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = {
  errors: {
    noPodcast: 'No hay ningún pódcast en esta dirección.',
    noEpisode: 'Este pódcast no tiene ese episodio.',
    noText: 'No hay transcripción de este episodio.',
  },
}
