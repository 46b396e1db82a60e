/** Canada's emergency number: works without the portal, its API and a session. */
export const emergencyCall = 'tel:911';
export const emergencyLabel = 'Call 911';
