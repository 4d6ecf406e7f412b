/* Management: the jmm interface behind java.lang.management, diagnostic commands, the attach listener. */
#ifndef ARGUS_MANAGEMENT_H
#define ARGUS_MANAGEMENT_H

/* Bound to boot.init_management. */
void management_init(void);

#endif
