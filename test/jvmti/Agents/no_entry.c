/* An agent library without Agent_OnLoad. */
int nothing_to_see_here;
