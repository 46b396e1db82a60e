/** Canada's emergency number. It works without the portal, the API or a session. */
export const emergencyCall = 'tel:911';
export const emergencyLabel = 'Call 911';
