import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = {
  player: {
    play: 'Reproducir {title}',
    pause: 'Pausar {title}',
    playLive: 'Reproducir {station}',
    stopLive: 'Detener {station}',
    position: 'Posición',
    live: 'En vivo',
    generated: 'Generada con IA',
    onSwade: 'Abrir en [siteName]',
    loading: 'Cargando…',
    failed: 'No se pudo cargar el audio. Inténtalo de nuevo.',
    offAir: 'No se pudo cargar la emisora. Puede que no esté emitiendo. Inténtalo de nuevo en unos instantes.',
    by: '{title}, de {artist}',
  },
  errors: {
    noTrack: 'No hay ninguna pista en esta dirección.',
    noUrl: 'Pon en «url» la dirección de una página de este sitio.',
    noEmbed:
      'Esta dirección no tiene reproductor. Usa la página de la radio o la de un artista que tenga alguna pista.',
    badSize: '«maxwidth» y «maxheight» deben ser números enteros de píxeles mayores que 0.',
    badFormat: '«format» debe ser json o xml.',
  },
}
