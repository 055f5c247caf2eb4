import type { TranslationOf } from '#shared/messages.ts'
import type { en } from './en.ts'

export const es: TranslationOf<typeof en> = {
  section: {
    name: 'Mundo virtual',
    title: 'Entra en la sala virtual',
    lead: 'Una sala en vivo que puedes recorrer: un escenario, una barra que no sirve nada y quien pase por ahí. Los invitados son bienvenidos y no hace falta una cuenta.',
    notConnected: 'Aún no conectada',
    notOpen: 'La sala aún no está abierta',
    notOpenText: 'Aún no hay ninguna sala conectada a esta página. En cuanto la haya, podrás entrar desde aquí.',
  },
  room: {
    frame: 'Mundo virtual, en {host}',
    facts: 'En la sala',
    live: 'Espacio virtual en vivo',
    guests: 'Acceso para invitados',
    voice: 'Chat de voz',
    openFull: 'Abrir completo',
    openApp: 'Abrir en la app de Spatial',
    enter: 'Entrar en la sala',
    leave: 'Salir de la sala',
    onPhone: 'La sala está en {host}. Tu dispositivo pregunta antes de compartir tu micrófono.',
    onDesktop:
      'Al entrar, la sala se carga desde {host}, el sitio de otra empresa con sus propias reglas y cookies. Tu navegador pregunta antes de compartir tu micrófono.',
    opening: 'Abriendo la sala…',
    openingText: 'Abriendo la sala. Puede tardar unos segundos.',
    inside: 'Estás en la sala. Los demás audios quedan en pausa hasta que salgas.',
  },
  reasons: {
    'slow': 'La sala no respondió en 8 segundos. Usa Abrir completo para probarla en una pestaña nueva.',
    'offline': 'No tienes conexión. Vuelve a conectarte para entrar en la sala.',
    'cannot-draw':
      'Este navegador no puede mostrar la sala aquí. Usa Abrir completo para probarla en una pestaña nueva.',
    'refuses': 'La sala no permite que se la inserte en otras páginas. Usa Abrir completo para ir allí.',
    'down': 'La sala no responde. Inténtalo más tarde o usa Abrir completo.',
    'taken': 'Saliste de la sala porque empezó a sonar otra cosa.',
  },
  schedule: {
    program: 'Programa',
    planned: 'Aún no hay ninguna sala conectada. Estas son las fechas previstas.',
    addAll: 'Añadir todo al calendario',
    add: 'Añadir al calendario<hidden>: {title}, {time}</hidden>',
    none: 'No hay eventos próximos',
    noneText: 'Los próximos eventos aparecerán aquí en tu zona horaria.',
    more: '{count, plural, one {# fecha más} other {# fechas más}}',
    past: '{count, plural, one {# fecha pasada} other {# fechas pasadas}}',
    next: 'Próximo evento',
    cancelled: 'Cancelado',
    onNow: 'En curso',
    startsIn: 'Empieza en {time}',
    yourTime: 'tu hora',
  },
  calendar: {
    name: 'Mundo virtual de Swade',
    cancelled: 'Cancelado: {title}',
    location: 'Mundo virtual, {url}',
  },
  errors: {
    noRoom: 'No hay ninguna sala conectada que se pueda abrir en esta página.',
    noEvent: 'No se encontró el evento. Puede que haya cambiado de fecha.',
  },
}
